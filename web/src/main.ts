import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { speak } from "./lib/strings";

await speak(new URLSearchParams(location.search).get("lang") ?? "en");
mount(App, { target: document.getElementById("app")! });
