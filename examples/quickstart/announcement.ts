import type { MoJobScheduler } from "@mojob/core";
import type { RuntimeInfo } from "@mojob/core/platform";
import type { Configuration } from "@mojob/server";

export interface AnnouncedStart {
  readonly configuration: Configuration;
  readonly runtime: RuntimeInfo;
  readonly scheduler: MoJobScheduler;
  readonly description: string;
  readonly url: string;
  readonly now: Date;
}

/** What a person wants to know once the quickstart runs: where it is, what comes next, how to try and to stop it. */
export async function announcement(start: AnnouncedStart): Promise<string> {
  const { configuration, runtime, scheduler, description, url, now } = start;
  const { upcoming } = await scheduler.overview();
  const [next] = upcoming;
  const withoutToken = configuration.people.isRequired
    ? "none; people sign in by name, and programs with tokens that are made in the panel"
    : "none; only programs on this machine can connect (set MOJOB_TOKEN to change that)";
  const token =
    configuration.token === null ? withoutToken : "set; send it as Authorization: Bearer <MOJOB_TOKEN>";
  const bearer = configuration.token === null ? "" : ` -H "authorization: Bearer $MOJOB_TOKEN"`;
  return `Panel   ${url}/

MoJobScheduler on ${runtime.name} ${runtime.version}, ${description}

  API     ${url}/api/v1
  Docs    ${url}/docs
  Token   ${token}
  Next    ${next === undefined ? "no job fires by itself" : tellFire(next.jobKey, next.at, now)}
  Try     curl ${url}/api/v1/jobs/quickstart.report/instances -H "content-type: application/json"${bearer} -d '{"args":{"steps":5}}'

Ctrl-C stops it: running jobs get ${seconds(configuration.shutdownGraceMs)} to finish, a second Ctrl-C does not wait.`;
}

function tellFire(jobKey: string, at: Date, now: Date): string {
  return `${jobKey} at ${at.toLocaleTimeString()}, in ${seconds(at.getTime() - now.getTime())}`;
}

/** To the tenth, so that a short wait is not shown as none. */
function seconds(durationMs: number): string {
  return `${Math.max(0, Math.round(durationMs / 100) / 10)} s`;
}
