import { fingerprint } from "../../base/fingerprint.ts";

const LONGEST_ID = 255;

/**
 * The id of a run that is created because another one ended: `~<run>/<child key>`. The same end and the same child always
 * give the same id, so that following an end twice creates one run.
 *
 * No other kind of id begins with `~`. Where it would be longer than 255 characters it is `~` and a fingerprint.
 * @param childKey distinguishes the children of one run: a job key or any other text
 */
export async function followUpId(runId: string, childKey: string): Promise<string> {
  // The child key has no slash of its own, so that no two pairs meet in one id.
  const id = `~${runId}/${childKey.replaceAll("%", "%25").replaceAll("/", "%2F")}`;
  return id.length <= LONGEST_ID ? id : `~${await fingerprint(id)}`;
}
