import type { NotificationData } from "@mantine/notifications";
import type { ApiError } from "../api/api-error.ts";

/** Loaded with the first notification's place, a moment after the page. */
async function show(notification: NotificationData): Promise<void> {
  const { notifications } = await import("@mantine/notifications");
  notifications.show({ withBorder: true, ...notification });
}

/** Tells that something worked. */
export function notifyDone(message: string): void {
  void show({ message, color: "green", autoClose: 4000 });
}

/** Tells in the API's own words why something did not. */
export function notifyError(error: ApiError): void {
  const fields = (error.problem?.errors ?? []).map(
    ({ pointer, parameter, message }) => `${pointer ?? parameter ?? ""} ${message}`,
  );
  void show({
    title: error.problem?.title,
    message: fields.length > 0 ? fields.join("\n") : error.message,
    color: "red",
    autoClose: 10_000,
  });
}
