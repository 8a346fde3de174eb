/**
 * What a script adds to the pages of the desk: while the browser is offline no form is sent, so that what was typed
 * stays, and a line says so; buttons that print the page; and what was done is heard first, as errors are. A file of its own, which no page of the shop loads
 * (requirement desk-6).
 */
const line = document.querySelector("[data-offline]");

const showState = () => {
  line.textContent = navigator.onLine ? "" : line.dataset.offline;
};

addEventListener("offline", showState);
addEventListener("online", showState);
document.addEventListener("submit", (event) => {
  if (!navigator.onLine) event.preventDefault();
  showState();
});
showState();

for (const button of document.querySelectorAll("button[data-print]")) {
  button.addEventListener("click", () => print());
  button.hidden = false;
}

const done = document.querySelector(".notice:not([class*='--'])[role=status]");
if (done && !document.querySelector("[autofocus]")) {
  done.tabIndex = -1;
  done.focus();
  document.title = `Done: ${document.title}`;
}
