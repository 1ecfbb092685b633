import type { ReactElement } from "react";
import { DebugBanner } from "./debug-banner.tsx";
import { StandbyBanner } from "./standby-banner.tsx";

/** What stands above every page while it is so. */
export function Banners(): ReactElement {
  return (
    <>
      <StandbyBanner />
      <DebugBanner />
    </>
  );
}
