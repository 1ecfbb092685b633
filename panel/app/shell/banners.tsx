import { lazy, type ReactElement, Suspense } from "react";
import { useApi } from "../api/use-api.ts";
import { withWords } from "../i18n/i18n.ts";
import type * as LateParts from "./late-parts.ts";

/** The other process may end at any time. */
const STANDBY_POLL_MS = 5000;
/** Another control plane may decide otherwise at any time. */
const DEBUG_POLL_MS = 15_000;

/** The seldom shown parts of the frame, with their words. */
export const loadLateParts: () => Promise<typeof LateParts> = withWords(
  () => import("./late-parts.ts"),
  "banner",
);
const StandbyBanner = lazy(async () => ({ default: (await loadLateParts()).StandbyBanner }));
const DebugBanner = lazy(async () => ({ default: (await loadLateParts()).DebugBanner }));

/** The banners above every page, which are loaded when there is one to show. */
export function Banners(): ReactElement {
  const standby = useApi("getStandby", {}, { pollMs: STANDBY_POLL_MS }).data;
  const debug = useApi("getDebugMode", {}, { pollMs: DEBUG_POLL_MS }).data;
  const runner = standby?.runner ?? null;
  const { recurring = false, triggered = false } = debug ?? {};
  return (
    <Suspense>
      {runner !== null && <StandbyBanner runner={runner} />}
      {(recurring || triggered) && (
        <DebugBanner kinds={recurring && triggered ? "all" : recurring ? "recurring" : "triggered"} />
      )}
    </Suspense>
  );
}
