import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { loadAgain } from "./lib/build";
import { speak, t } from "./lib/strings";

addEventListener("vite:preloadError", loadAgain);
await speak(new URLSearchParams(location.search).get("lang") ?? "en");
document.documentElement.lang = t("language");
mount(App, { target: document.getElementById("app")! });
