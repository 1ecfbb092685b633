import { useEffect } from "react";

/** The clock face of icon.svg in red. */
const RED =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#c92a2a"/>' +
      '<path d="M16 8v8l5 4" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>',
  );

/** Gives the tab a red icon in production. */
export function usePlaceIcon(isProduction: boolean): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon === null || !isProduction) return;
    const usual = icon.href;
    icon.href = RED;
    return () => void (icon.href = usual);
  }, [isProduction]);
}
