import { type JobContext, MoJobError, MoJobErrorCode } from "@mojob/core";
import { createWorkPlaces, type IMoWorkRunner } from "@mojob/core/ports";
import type { Configuration } from "../configuration/configuration.ts";
import { Role } from "./deployment-options.ts";
import { loadOptional } from "./load-optional.ts";

type Runner = IMoWorkRunner<JobContext>;

/** A kind of work that variables switch on; its package is loaded only then. */
interface RunnerOpener {
  readonly variables: readonly [string, ...string[]];
  readonly open: (() => Promise<Runner>) | null;
}

/**
 * Opens what the worker runs beside code: scripts, programs and requests, each where its variable switches it on.
 * @throws MoJobError `invalid_configuration` where this process runs no jobs, where a package is not installed, and as the
 * runners: scripts need bubblewrap unless they are to run without it
 */
export async function openRunners(
  configuration: Configuration,
  role: Role = Role.All,
): Promise<readonly Runner[]> {
  const runsJobs = role !== Role.ControlPlane || configuration.runtime.kind === "local";
  const runners: Runner[] = [];
  for (const { variables, open } of openersOf(configuration)) {
    if (open === null) continue;
    if (!runsJobs)
      throw refused(
        `Cannot start with ${variables[0]}: a control plane alone runs no jobs; set it for a worker`,
      );
    const runner = open().catch((cause: unknown) => {
      if (!(cause instanceof MoJobError)) throw cause;
      throw refused(`${cause.message} (${variables.join(", ")})`, cause);
    });
    runners.push(await runner);
  }
  return runners;
}

function openersOf({ scripts, commands, httpJobs, maxPrograms }: Configuration): readonly RunnerOpener[] {
  const places = createWorkPlaces(maxPrograms);
  return [
    {
      variables: ["MOJOB_SCRIPTS", "MOJOB_SCRIPTS_SANDBOX"],
      open:
        scripts &&
        (async () => {
          const load = () => import("@mojob/script-runner");
          const { scriptRunner } = await loadOptional("@mojob/script-runner", load);
          return scriptRunner({ ...scripts, places });
        }),
    },
    {
      variables: ["MOJOB_COMMANDS"],
      open:
        commands &&
        (async () => {
          const load = () => import("@mojob/command-runner");
          const { commandRunner } = await loadOptional("@mojob/command-runner", load);
          return commandRunner({ programs: commands, places });
        }),
    },
    {
      variables: ["MOJOB_HTTP_JOBS", "MOJOB_HTTP_JOBS_ALLOW", "MOJOB_HTTP_JOBS_HOSTS"],
      open:
        httpJobs &&
        (async () => {
          const load = () => import("@mojob/http-runner");
          const { httpRunner } = await loadOptional("@mojob/http-runner", load);
          const { allow, hosts } = httpJobs;
          return httpRunner({ allow, ...(hosts !== null && { hosts }) });
        }),
    },
  ];
}

function refused(message: string, cause?: unknown): MoJobError {
  return new MoJobError(MoJobErrorCode.InvalidConfiguration, message, { cause });
}
