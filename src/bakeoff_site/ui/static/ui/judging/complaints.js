// One box above the form says what went wrong or is missing, and links to where it can be put right.

const form = document.querySelector("[data-screen]");

export function showComplaint(words, links, kind = "bad", about = kind) {
  hideComplaint();
  const box = document.createElement("div");
  box.id = "complaint";
  box.className = `message ${kind}`;
  box.dataset.about = about;
  box.setAttribute("role", "alert");
  const text = document.createElement("p");
  text.append(words);
  links.forEach((link, number) => text.append(number ? ", " : " ", link));
  box.append(text);
  form.before(box);
  box.scrollIntoView({ block: "nearest" });
}

/** Takes the box away; with `about`, only if it is about that. */
export function hideComplaint(about = "") {
  const box = document.querySelector("#complaint");
  if (box && (!about || (box.dataset.about ?? "missing") === about)) box.remove();
}
