// Suggests the address of a campaign from its title, until somebody types one. The form may be replaced by a new one.
const title = () => document.querySelector("#id_title");
const address = () => document.querySelector("#id_id");
let isSuggested = address().value === "";

function suggest() {
  const plain = title().value.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase();
  address().value = plain.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 80);
}

if (isSuggested && title().value) suggest(); // typed before this was loaded

document.addEventListener("input", (event) => {
  if (event.target === title() && isSuggested) suggest();
  else if (event.target === address()) isSuggested = address().value === "";
});
