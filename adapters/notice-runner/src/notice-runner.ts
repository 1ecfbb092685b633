import { type JobContext, type JobDefinition, NonRetryableError } from "@mojob/core";
import { retriesOf } from "@mojob/core/engine";
import {
  type Clock,
  type IMoWorkRunner,
  type JsonValue,
  type RegisteredKind,
  registerWorkKind,
  type RunSecrets,
  systemClock,
  type WorkAttempt,
  WorkError,
  WorkErrorCode,
} from "@mojob/core/ports";
import {
  createOutgoingClient,
  type OutgoingClient,
  type OutgoingClientOptions,
  type OutgoingResponse,
} from "@mojob/http-runner/client";
import { mailOf } from "./mail/mail-of.ts";
import { type MailServer, type MailServerOptions, parseMailServer } from "./mail/mail-server.ts";
import { sendMail } from "./mail/send-mail.ts";
import { type Notice, NoticeEvent, parseNotice } from "./notice.ts";
import { retryAfterMs } from "./retry-after.ts";
import type { NoticeRequest, Sender, Sending } from "./services/sender.ts";
import { SENDERS } from "./services/senders.ts";
import { withSecrets } from "./with-secrets.ts";
import { isNoticeWork, NOTICE_KIND, NoticeService } from "./work/notice-work.ts";
import { NOTICE_WORK } from "./work/work-rules.ts";

export interface NoticeRunnerOptions extends Omit<OutgoingClientOptions, "maxRedirects"> {
  /** The server of mails. @default none: no worker sends mail */
  readonly mail?: MailServerOptions;
  /** Times of signatures. @default the system's */
  readonly clock?: Clock;
}

const TIMEOUT_MS = 10_000;
/** How often one run waits as long as a service says, before that counts as a failed attempt. */
const MOST_WAITS = 20;
/** Statuses of 4xx that are not about the request. */
const MAY_GET_BETTER: readonly number[] = [408, 425, 429];

/** Sends notices with a client that checks what it connects to, and follows no redirect. */
class NoticeRunner implements IMoWorkRunner<JobContext> {
  readonly kind: RegisteredKind = NOTICE_KIND;
  readonly handlers: readonly string[] = [];
  readonly names: readonly string[];
  readonly #client: OutgoingClient;
  readonly #mail: MailServer | null;
  readonly #clock: Clock;

  constructor(client: OutgoingClient, mail: MailServer | null, clock: Clock) {
    this.#clock = clock;
    this.#client = client;
    this.#mail = mail;
    this.names = Object.values(NoticeService).filter(
      (service) => service !== NoticeService.Mail || mail !== null,
    );
  }

  canRun({ work }: JobDefinition): boolean {
    return isNoticeWork(work) && this.names.includes(work.service);
  }

  async run(attempt: WorkAttempt<JobContext>): Promise<JsonValue> {
    const { definition, context, secrets } = attempt;
    const { work, key } = definition;
    if (!isNoticeWork(work)) throw new NonRetryableError(`Cannot run job "${key}": it sends no notice`);
    const notice = parseNotice(context.args);
    assertTaken(notice, work.service);
    const sending: Sending = {
      notice,
      settings: withSecrets(work, secrets),
      id: context.instanceId,
      now: this.#clock.now(),
    };
    if (work.service === NoticeService.Mail) return this.#sendMail(sending, context);
    const sender = SENDERS[work.service];
    const requests = await sender.requestsOf(checked(sending));
    for (const request of requests) await this.#send(sender, request, attempt);
    return { sent: requests.length };
  }

  async #sendMail(sending: Sending, { signal, log }: JobContext): Promise<JsonValue> {
    if (this.#mail === null)
      throw new NonRetryableError("Cannot send mail: the worker has no mail server (MOJOB_SMTP_URL)");
    const { accepted, rejected } = await sendMail(this.#mail, await mailOf(sending), signal);
    if (rejected.length > 0) log.warn(`The mail server refused these receivers: ${rejected.join(", ")}`);
    log.info(`The mail server took the mail for ${accepted.length} receivers`);
    return { sent: accepted.length };
  }

  async #send(sender: Sender, request: NoticeRequest, attempt: WorkAttempt<JobContext>): Promise<void> {
    const { context, secrets } = attempt;
    const { signal, log } = context;
    const response = await this.#client.send({ ...request, method: "POST", signal });
    const { status } = response;
    log.info(`${sender.name} responded with status ${status}`);
    const says = shown(response, secrets);
    if (status < 200 || status > 299)
      return notTaken(sender, status, says, () => waitAsTold(response, attempt, this.#clock.now()));
    const refusal = sender.refusalIn?.(response.body) ?? null;
    if (refusal === null) return;
    const message = `${sender.name} refused the notice: ${secrets?.mask.text(refusal.says) ?? refusal.says}`;
    throw refusal.isFinal ? new NonRetryableError(message) : new Error(message);
  }
}

/** Services that open something for each notice, which nobody would close. */
const OPENING: readonly NoticeService[] = [NoticeService.PagerDuty, NoticeService.Alertmanager];

/** @throws NonRetryableError for a summary where each notice opens an incident */
function assertTaken({ event }: Notice, service: NoticeService): void {
  if (event === NoticeEvent.Summary && OPENING.includes(service))
    throw new NonRetryableError(
      `Cannot send a summary of reports with "${service}", which would open an incident that nobody closes: a job that mails or writes to a chat is wanted`,
    );
}

/** @throws NonRetryableError for what would be refused again; WorkError `http_status` otherwise */
function notTaken({ name }: Sender, status: number, says: string, wait: () => void): never {
  if (status >= 300 && status < 400)
    throw new NonRetryableError(
      `${name} responded with status ${status}, a redirect, which notices do not follow`,
    );
  if (status >= 400 && status < 500 && !MAY_GET_BETTER.includes(status))
    throw new NonRetryableError(
      `${name} refused the notice with status ${status}${says === "" ? "" : `: ${says}`}`,
    );
  wait();
  throw new WorkError(WorkErrorCode.HttpStatus, { status, ...(says !== "" && { line: says }) });
}

/** Has the run executed again when a service says that it will take more, which uses up no retry. */
function waitAsTold(
  { headers }: OutgoingResponse,
  { context, instance }: WorkAttempt<JobContext>,
  now: Date,
): void {
  const waitMs = retryAfterMs(headers, now);
  const waits = instance.attempt - 1 - retriesOf(instance);
  if (waitMs === null || waits >= MOST_WAITS) return;
  context.log.warn(`It is to be sent again in ${Math.ceil(waitMs / 1000)} s (Retry-After)`);
  context.snooze(waitMs);
}

/** The first line of what a service said, without a secret that it repeats. */
function shown({ body }: OutgoingResponse, secrets: RunSecrets | undefined): string {
  const masked = secrets?.mask.text(body) ?? body;
  return (masked.trim().split("\n", 1)[0] ?? "").slice(0, 200);
}

/** Checks an address that was made of a secret, which is known only here. */
function checked(sending: Sending): Sending {
  const { url } = sending.settings;
  if (url !== undefined && !URL.canParse(url))
    throw new NonRetryableError('Cannot send the notice: "work.url" is no address');
  return sending;
}

/**
 * A runner for jobs that send notices, such as a route of alarms names. Addresses are guarded as those of `httpRunner`; none is
 * redirected.
 * @throws MoJobError `invalid_configuration` for an entry of `allow` or `hosts`, or a mail server, that cannot be read
 * @example
 * ```ts
 * import { noticeRunner } from "@mojob/notice-runner";
 * import { startEmbedded } from "@mojob/runtime-local";
 *
 * const { scheduler, close } = await startEmbedded({ app: "ops", jobs: [], runners: [noticeRunner()] });
 * await scheduler.jobs.create({
 *   key: "alarms.slack",
 *   app: "ops",
 *   kind: "triggered",
 *   work: { kind: "notice", service: "slack", url: "https://hooks.slack.com/services/{{secrets.SLACK}}" },
 *   options: { whenFull: "queue", retryCount: 10, retryBackoff: { growth: "exponential" } },
 * });
 * await close();
 * ```
 */
export function noticeRunner({
  mail,
  clock = systemClock,
  ...client
}: NoticeRunnerOptions = {}): IMoWorkRunner<JobContext> {
  registerWorkKind(NOTICE_WORK);
  return new NoticeRunner(
    createOutgoingClient({ timeoutMs: TIMEOUT_MS, ...client, maxRedirects: 0 }),
    mail === undefined ? null : parseMailServer(mail),
    clock,
  );
}
