// A scale and its number write the same value. It starts without one: not even the minimum counts until it is chosen.
for (const frame of document.querySelectorAll("[data-scale]")) {
  const range = frame.querySelector("input[type=range]");
  const number = frame.querySelector("input[type=number]");

  const labels = new Map([...frame.querySelectorAll(".anchors li")].map((each) => [each.querySelector("b").textContent, each.lastChild.textContent.trim()]));

  function set(value) {
    const bounded = Math.min(Number(range.max), Math.max(Number(range.min), value));
    range.value = bounded;
    number.value = bounded;
    frame.classList.remove("unset");
    range.setAttribute("aria-valuetext", [bounded, labels.get(String(bounded))].filter(Boolean).join(" "));
  }

  function isOnScale() {
    return number.value !== "" && Number(number.value) >= Number(range.min) && Number(number.value) <= Number(range.max);
  }

  function save() {
    number.dispatchEvent(new Event("change", { bubbles: true }));
  }

  range.addEventListener("input", () => set(Number(range.value)));
  range.addEventListener("change", (event) => {
    event.stopPropagation();
    save();
  });
  // A click on the place where the thumb is already changes nothing by itself, and yet it is an answer.
  range.addEventListener("click", () => {
    if (number.value === "") {
      set(Number(range.value));
      save();
    }
  });
  range.addEventListener("keydown", (event) => {
    const steps = { PageUp: 10, PageDown: -10 };
    if (event.key in steps) {
      event.preventDefault();
      set(Number(number.value || range.min) + steps[event.key]);
      save();
    } else if (event.key === "Home" && number.value === "") {
      event.preventDefault();
      set(Number(range.min));
      save();
    } else if (event.key === "Enter") event.currentTarget.form.requestSubmit();
  });
  number.addEventListener("input", () => {
    frame.classList.toggle("unset", !isOnScale());
    if (isOnScale()) range.value = number.value;
  });
  // The saved value, or that of an earlier visit or another tab: the thumb follows it.
  const follow = () => {
    if (isOnScale()) set(Number(number.value));
    else frame.classList.add("unset");
  };
  document.addEventListener("answered", follow);
  follow();
}

// A digit that is typed anywhere on the page starts the number of the first scale.
document.addEventListener("keydown", (event) => {
  if (!/^[0-9]$/.test(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.matches("textarea, input[type=number]")) return;
  const frame = event.target.closest?.("[data-output]")?.querySelector("[data-scale]") ?? document.querySelector("[data-scale]");
  const number = frame.querySelector("input[type=number]");
  number.focus();
  number.select();
});
