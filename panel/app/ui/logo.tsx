import type { ReactElement } from "react";

const USUAL = "#4f46e5";
const PRODUCTION = "#c92a2a";

/** The clock face of the tab's icon, red where a mistake costs most. */
export function Logo({ isProduction }: { readonly isProduction: boolean }): ReactElement {
  return (
    <svg width="22" height="22" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill={isProduction ? PRODUCTION : USUAL} />
      <path d="M16 8v8l5 4" fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
