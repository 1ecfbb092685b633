import { lazy } from "react";
import { withWords } from "../../../i18n/i18n.ts";

/** It holds the forms of every kind of work, and this form again for a body. */
export const LazyWorkInput = lazy(
  withWords(
    async () => ({ default: (await import("../../jobs/work/work-input.tsx")).WorkInput }),
    "workForm",
  ),
);
