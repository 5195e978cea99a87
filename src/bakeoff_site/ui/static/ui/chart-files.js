// Charts as PNG files, drawn from the SVG file in the browser. Without this module charts are SVG files.
const savePng = async (link) => {
  const image = new Image();
  image.src = link.href;
  await image.decode();
  const canvas = document.createElement("canvas");
  const sharpness = 2; // as many dots on a line as papers want
  [canvas.width, canvas.height] = [image.naturalWidth * sharpness, image.naturalHeight * sharpness];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const file = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const save = document.createElement("a");
  save.href = URL.createObjectURL(file);
  save.download = link.dataset.png || `${new URL(link.href).pathname.split("/").pop().replace(/\.svg$/, "")}.png`;
  save.click();
  URL.revokeObjectURL(save.href);
};

const start = () => {
  for (const link of document.querySelectorAll("[data-png]")) link.hidden = false;
};

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-png]");
  if (!link) return;
  event.preventDefault();
  savePng(link);
});
document.addEventListener("htmx:afterSettle", start);
start();
