import { useEffect } from "react";
import { usePlace } from "../../session/use-place.ts";

/** Names the tab, with the tenant and the environment where these could be others. */
export function usePageTitle(title: string): void {
  const { tenant, environment } = usePlace();
  useEffect(() => {
    document.title = [title, tenant, environment, "MoJobScheduler"]
      .filter((part) => part !== null)
      .join(" · ");
  }, [title, tenant, environment]);
}
