import { isMoJobError, type JobContext, MoJobError, MoJobErrorCode } from "@mojob/core";
import { filesIn, isFileValue, runOfFile } from "@mojob/core/ports";

export interface GivenFileOptions {
  /** The context of the run that the executor holds. */
  readonly context: JobContext;
  /** Whether the caller's executors serve an app. */
  readonly serves: (app: string) => boolean;
}

/**
 * Refuses a stored file that is neither of an app that the caller serves nor among the arguments of the run it holds: a value says which file
 * it is of, and may have been seen elsewhere. What is no such value passes.
 * @throws MoJobError `file_not_found`, in the same words whether there is such a file
 */
export async function assertGiven(file: unknown, { context, serves }: GivenFileOptions): Promise<void> {
  if (!isFileValue(file)) return;
  const isSame = ({ $file, size, sha256 }: typeof file): boolean =>
    $file === file.$file && size === file.size && sha256 === file.sha256;
  if (filesIn(context.args).some(isSame)) return;
  const app = await appOf(runOfFile(file), context);
  if (app !== null && serves(app)) return;
  throw new MoJobError(
    MoJobErrorCode.FileNotFound,
    `Cannot read file ${JSON.stringify(file.name)} (${file.$file}): no run of an app that this executor serves has it, and the run was not given it`,
  );
}

async function appOf(runId: string, { scheduler }: JobContext): Promise<string | null> {
  try {
    return (await scheduler.instances.get(runId)).app;
  } catch (error) {
    if (isMoJobError(error, MoJobErrorCode.InstanceNotFound)) return null;
    throw error;
  }
}
