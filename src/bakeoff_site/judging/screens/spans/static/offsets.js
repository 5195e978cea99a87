// A text with the places where spans may start and end. The server counts in code points, browsers in UTF-16: this is
// the only place that converts.

export class MarkedText {
  constructor({ text, words, characters }) {
    this.text = text;
    this.words = words;
    this.characters = characters;
    this.units = [0];
    for (const point of text) this.units.push(this.units.at(-1) + point.length);
  }

  /** The text from one code point to the one before another. */
  slice(start, end) {
    return this.text.slice(this.units[start], this.units[end]);
  }

  /** The code points before an offset in UTF-16. */
  before(unit) {
    let low = 0;
    let high = this.units.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.units[middle] <= unit) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Pieces between boundaries that are more than blanks: what a cursor stops at. */
  tokens() {
    const pieces = this.words.slice(1).map((end, number) => ({ start: this.words[number], end }));
    const solid = pieces.filter(({ start, end }) => this.slice(start, end).trim());
    return solid.length ? solid : pieces;
  }

  /** The boundary before or after a place, by words or by characters. */
  step(place, by, bounds = this.characters) {
    const number = by > 0 ? bounds.findIndex((each) => each > place) : bounds.findLastIndex((each) => each < place);
    return number < 0 ? place : bounds[number];
  }
}
