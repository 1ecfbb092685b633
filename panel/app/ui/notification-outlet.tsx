import { lazy, type ReactElement, Suspense, useSyncExternalStore } from "react";
import { notificationUse } from "../api/notify.ts";

const Notifications = lazy(async () => ({ default: (await import("@mantine/notifications")).Notifications }));

/** Where notifications appear; loaded with the first of them. */
export function NotificationOutlet(): ReactElement | null {
  const isUsed = useSyncExternalStore(notificationUse.subscribe, notificationUse.hasBegun);
  if (!isUsed) return null;
  return (
    <Suspense>
      <Notifications position="bottom-right" limit={4} />
    </Suspense>
  );
}
