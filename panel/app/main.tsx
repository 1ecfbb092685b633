import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { startI18n } from "./i18n/i18n.ts";
import "./style.css";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no element with the id root");

await startI18n();
createRoot(root).render(<App />);
