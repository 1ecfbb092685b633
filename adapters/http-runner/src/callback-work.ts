import { isMoJobError, type JobContext, MoJobErrorCode, NonRetryableError } from "@mojob/core";
import type { JsonValue, WorkAttempt } from "@mojob/core/ports";

/**
 * Sends a request with an address to report at, and waits until an end is reported there. Where an earlier attempt has sent
 * it, because the worker was restarted meanwhile, it is not sent again.
 * @throws WorkError `callback_failed`; as `send`; the signal's reason
 */
export async function followCallback(
  { definition: { key }, context, openCallback }: WorkAttempt<JobContext>,
  send: (callbackUrl: string) => Promise<void>,
): Promise<JsonValue> {
  if (openCallback === undefined)
    throw new NonRetryableError(
      `Cannot run job "${key}": its worker does not know where callbacks reach the API; start it with MOJOB_PUBLIC_URL`,
    );
  const callback = await openCallback();
  let { wasSent } = callback;
  try {
    if (wasSent) context.log.info("The request was sent by an earlier attempt: its callback is waited for");
    else {
      await send(callback.url);
      await callback.sent();
      wasSent = true;
    }
    return await callback.ended(context);
  } catch (error) {
    // The work goes on without this worker; the next attempt waits for it.
    if (wasSent && isMoJobError(error, MoJobErrorCode.WorkerShutdown)) return context.snooze(1);
    await callback.close();
    throw error;
  }
}
