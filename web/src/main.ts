import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { build } from "./lib/build.svelte";
import { installOffline } from "./lib/offline";
import { likes } from "./lib/likes.svelte";
import { speak, t } from "./lib/strings";

// A script could not be loaded: the server has a newer version, or cannot be reached.
addEventListener("vite:preloadError", () => void build.miss());
await speak(new URLSearchParams(location.search).get("lang") ?? likes.now.language);
document.documentElement.lang = t("language");
mount(App, { target: document.getElementById("app")! });
installOffline();
