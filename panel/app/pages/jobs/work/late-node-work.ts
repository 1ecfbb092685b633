import { lazy } from "react";
import { withWords } from "../../../i18n/i18n.ts";

/** The work of a node, for the forms of workflows: they know nothing of jobs. */
export const LateNodeWork = lazy(
  withWords(
    async () => ({ default: (await import("./node-work.tsx")).NodeWork }),
    "inspector",
    "workForm",
    "fileForm",
  ),
);
