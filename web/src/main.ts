import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { build } from "./lib/build.svelte";
import { likes } from "./lib/likes.svelte";
import { speak, t } from "./lib/strings";

// A part of the app that is no longer on the server: it has a newer one.
addEventListener("vite:preloadError", () => build.renew());
await speak(new URLSearchParams(location.search).get("lang") ?? likes.now.language);
document.documentElement.lang = t("language");
mount(App, { target: document.getElementById("app")! });
