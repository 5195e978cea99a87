// Which words two texts share.

/** Words and what is between them; in languages without spaces the browser knows the words. */
export function words(text, language) {
  return [...new Intl.Segmenter(language, { granularity: "word" }).segment(text)].map((each) => each.segment);
}

/** For each word of the first whether it is in a longest common sequence with the second. */
export function common(first, second) {
  const lengths = Array.from({ length: first.length + 1 }, () => new Uint16Array(second.length + 1));
  for (let i = first.length - 1; i >= 0; i--) {
    for (let j = second.length - 1; j >= 0; j--) {
      lengths[i][j] = first[i] === second[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  const shared = [first.map(() => false), second.map(() => false)];
  for (let i = 0, j = 0; i < first.length && j < second.length; ) {
    if (first[i] === second[j]) {
      shared[0][i++] = true;
      shared[1][j++] = true;
    } else if (lengths[i + 1][j] >= lengths[i][j + 1]) i++;
    else j++;
  }
  return shared;
}
