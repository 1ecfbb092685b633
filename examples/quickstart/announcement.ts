import type { MoJobScheduler } from "@mojob/core";
import type { RuntimeInfo } from "@mojob/core/platform";
import { LocalAccess } from "@mojob/http";
import type { Configuration, OpenedDeployment } from "@mojob/server";

export interface AnnouncedStart {
  readonly configuration: Configuration;
  readonly runtime: RuntimeInfo;
  readonly scheduler: MoJobScheduler;
  readonly description: string;
  readonly url: string;
  readonly localAccess: OpenedDeployment["localAccess"];
  readonly now: Date;
}

/** What a person wants to know once the quickstart runs: where it is, what comes next, how to try and to stop it. */
export async function announcement(start: AnnouncedStart): Promise<string> {
  const { configuration, runtime, scheduler, description, url, localAccess, now } = start;
  const { upcoming } = await scheduler.overview();
  const [next] = upcoming;
  const bearer = bearerOf(start);
  return `Panel   ${localAccess === null ? `${url}/` : describeLink(localAccess.link, url)}

MoJobScheduler on ${runtime.name} ${runtime.version}, ${description}

  API     ${url}/api/v1
  Docs    ${url}/docs
  Token   ${describeToken(start)}
  Next    ${next === undefined ? "no job fires by itself" : tellFire(next.jobKey, next.at, now)}
  Try     curl ${url}/api/v1/jobs/quickstart.report/instances -H "content-type: application/json"${bearer === null ? "" : ` -H "authorization: Bearer ${bearer}"`} -d '{"args":{"steps":5}}'

Ctrl-C stops it: running jobs get ${seconds(configuration.shutdownGraceMs)} to finish, a second Ctrl-C does not wait.`;
}

function describeLink(link: string, url: string): string {
  return `${link}
        It signs one browser in, once, within a day. A browser that is signed in stays so: ${url}/`;
}

function describeToken({ configuration, localAccess }: AnnouncedStart): string {
  if (configuration.token !== null) return "set; send it as Authorization: Bearer <MOJOB_TOKEN>";
  if (localAccess !== null) return `in ${localAccess.tokenFile}; send it as Authorization: Bearer <token>`;
  // Where this machine is to be asked for a token and is not, there are people.
  return configuration.people.isRequired || configuration.localAccess === LocalAccess.Link
    ? "none; people sign in by name, and programs with tokens that are made in the panel"
    : "none; only programs on this machine can connect (set MOJOB_TOKEN to change that)";
}

/** The token in a shell. */
function bearerOf({ configuration, localAccess }: AnnouncedStart): string | null {
  if (configuration.token !== null) return "$MOJOB_TOKEN";
  return localAccess === null ? null : `$(cat ${localAccess.tokenFile})`;
}

function tellFire(jobKey: string, at: Date, now: Date): string {
  return `${jobKey} at ${at.toLocaleTimeString()}, in ${seconds(at.getTime() - now.getTime())}`;
}

/** To the tenth, so that a short wait is not shown as none. */
function seconds(durationMs: number): string {
  return `${Math.max(0, Math.round(durationMs / 100) / 10)} s`;
}
