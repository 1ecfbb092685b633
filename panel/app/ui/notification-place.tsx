import { lazy, type ReactElement, Suspense } from "react";

const Notifications = lazy(async () => ({ default: (await import("@mantine/notifications")).Notifications }));

/** Where notifications appear. */
export function NotificationPlace(): ReactElement {
  return (
    <Suspense>
      <Notifications position="bottom-right" limit={4} />
    </Suspense>
  );
}
