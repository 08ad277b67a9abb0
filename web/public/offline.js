// The page that the service worker shows while the server cannot be reached. The app left its words in this browser.
const words = JSON.parse(localStorage.getItem("ventnor.offline") ?? "{}");
document.documentElement.lang = words.language ?? "en";
for (const name of ["title", "text", "again"]) document.getElementById(name).textContent = words[name] ?? "";
document.getElementById("again").addEventListener("click", () => location.reload());
addEventListener("online", () => location.reload());
