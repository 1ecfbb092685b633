import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { describeValue } from "@mojob/core/engine";
import {
  type JobInstance,
  MoJobError,
  MoJobErrorCode,
  runFolderName,
  type WorkAttempt,
  type WorkLog,
} from "@mojob/core/ports";
import { folderPrefix, hasDied } from "./folder-owner.ts";
import { type FolderPlace, removeFolder, RunFile } from "./run-folder.ts";

/** Where a worker keeps the working folders of runs, and how much of them. */
export interface KeptFoldersOptions {
  /** An absolute path. Each run has `<tenant>/<app>/job-<node or key>-<run>` in it. */
  readonly path: string;
  /** How long after their end; those of runs that are removed go before. @default 7 */
  readonly days?: number;
  /** How many MB of each app: the oldest go first, and one that alone has more is not kept. @default 1024 */
  readonly mbPerApp?: number;
}

/** What is known of a folder, beside it: programs reach their folder, and not this. */
interface KeptRecord {
  readonly id: string;
  /** The process that runs its program, while it does. */
  readonly owner: string | null;
  readonly endedAt: string | null;
  readonly kb: number;
}

interface KeptFolder extends KeptRecord {
  readonly name: string;
}

type FindRuns = WorkAttempt["recordedRuns"];

const DAYS = 7;
const MB_PER_APP = 1024;
const A_DAY_MS = 24 * 60 * 60 * 1000;
const KB_A_MB = 1024;
const LOOK_EVERY_MS = 60_000;
const LONGEST_LOOK_MS = 60_000;
const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;
const RECORDS = ".kept";

/** Keeps the folders of attempts under names that say which run each is of. A later attempt of a run replaces that of the one before. */
export class KeptFolders {
  readonly #root: string;
  readonly #keptMs: number;
  readonly #mbPerApp: number;
  /** By folder of an app, when it was looked at. */
  readonly #lookedMs = new Map<string, number>();
  /** By folder of an app, what is kept in it since. */
  readonly #addedKb = new Map<string, number>();
  #begun: Promise<void> = Promise.resolve();

  /** @throws MoJobError `invalid_configuration` */
  constructor({ path, days = DAYS, mbPerApp = MB_PER_APP }: KeptFoldersOptions) {
    if (!isAbsolute(path)) throw wrong(`"${path}" is no absolute path`);
    if (!(days > 0)) throw wrong(`${days} days are none`);
    if (!(mbPerApp > 0)) throw wrong(`${mbPerApp} MB are none`);
    this.#root = path;
    this.#keptMs = days * A_DAY_MS;
    this.#mbPerApp = mbPerApp;
  }

  /** Ends what a process has left that was killed, and removes what is too old, in all apps. Never rejects; attempts wait for it. */
  begin(): Promise<void> {
    this.#begun = this.#lookAtAll();
    return this.#begun;
  }

  async #lookAtAll(): Promise<void> {
    for (const tenant of await namesIn(this.#root))
      for (const app of await namesIn(join(this.#root, tenant)))
        await this.#look(join(this.#root, tenant, app)).catch(() => {});
  }

  /** The place of an attempt's folder, which is empty. */
  async make(instance: JobInstance, log: WorkLog, findRuns: FindRuns): Promise<FolderPlace> {
    await this.#begun;
    const parent = join(this.#root, instance.tenant, instance.app);
    await mkdir(join(parent, RECORDS), { recursive: true, mode: OWN_FOLDER });
    const name = runFolderName(instance, false);
    const path = join(parent, name);
    await this.#remove(parent, name);
    const owner = `${folderPrefix()}${randomUUID().slice(0, 6)}`;
    const begun: KeptRecord = { id: instance.id, owner, endedAt: null, kb: 0 };
    await this.#write(parent, { name, ...begun });
    await mkdir(path, { mode: OWN_FOLDER });
    return {
      path,
      end: async () => {
        try {
          const isEnded = await this.#end(parent, { ...begun, name }, instance, log);
          if (!isEnded || !this.#isDue(parent)) return;
          this.#lookedMs.set(parent, performance.now());
          await this.#look(parent, findRuns);
        } catch (error) {
          log.warn(`The working folder may not be kept: ${describeValue(error)}`);
        }
      },
    };
  }

  /** Resolves to whether it was the attempt's own to the end. */
  async #end(parent: string, folder: KeptFolder, { app }: JobInstance, log: WorkLog): Promise<boolean> {
    const kb = await this.#endFolder(parent, folder);
    if (kb === null) return false;
    if (kb > this.#mbPerApp * KB_A_MB) {
      const mb = Math.ceil(kb / KB_A_MB);
      log.warn(
        `The working folder is not kept: it has ${mb} MB, and app "${app}" may keep ${this.#mbPerApp} MB (mbPerApp)`,
      );
      await this.#remove(parent, folder.name);
      return true;
    }
    this.#addedKb.set(parent, (this.#addedKb.get(parent) ?? 0) + kb);
    return true;
  }

  /** Notes the end of a folder; resolves to its size, or to `null` where another attempt has its place by now. */
  async #endFolder(parent: string, folder: KeptFolder): Promise<number | null> {
    const path = join(parent, folder.name);
    if (!(await this.#isStill(parent, folder))) return null;
    await removeFolder(join(path, RunFile.Secrets));
    const kb = await sizeOf(path);
    if (!(await this.#isStill(parent, folder))) return null;
    await this.#write(parent, { ...folder, owner: null, endedAt: new Date().toISOString(), kb });
    return kb;
  }

  /** Whether a folder is of the attempt that it was of when it was read: others, of other workers too, may take its place meanwhile. */
  async #isStill(parent: string, { name, owner, endedAt }: KeptFolder): Promise<boolean> {
    const record = await this.#recordOf(parent, name);
    return record?.owner === owner && record.endedAt === endedAt;
  }

  #isDue(parent: string): boolean {
    const isFull = (this.#addedKb.get(parent) ?? 0) > this.#mbPerApp * KB_A_MB;
    return isFull || performance.now() - (this.#lookedMs.get(parent) ?? -Infinity) > LOOK_EVERY_MS;
  }

  /** Removes what an app may not keep any more. */
  async #look(parent: string, findRuns?: FindRuns): Promise<void> {
    const folders = await this.#read(parent);
    for (const folder of folders)
      if (folder.owner !== null && hasDied(folder.owner)) await this.#endFolder(parent, folder);
    const ended = folders.filter(({ owner }) => owner === null);
    const recorded = await findRuns?.(ended.map(({ id }) => id));
    const tooOld = new Date(Date.now() - this.#keptMs).toISOString();
    const kept: KeptFolder[] = [];
    for (const folder of ended) {
      const isOver = (folder.endedAt ?? "") < tooOld || recorded?.has(folder.id) === false;
      if (isOver) await this.#removeEnded(parent, folder);
      else kept.push(folder);
    }
    const newestFirst = kept.toSorted((a, b) => ((a.endedAt ?? "") < (b.endedAt ?? "") ? 1 : -1));
    let sumKb = 0;
    for (const folder of newestFirst) {
      if (sumKb + folder.kb > this.#mbPerApp * KB_A_MB) await this.#removeEnded(parent, folder);
      else sumKb += folder.kb;
    }
    this.#addedKb.set(parent, sumKb);
  }

  async #read(parent: string): Promise<readonly KeptFolder[]> {
    const folders: KeptFolder[] = [];
    for (const file of await readdir(join(parent, RECORDS)).catch(() => [])) {
      const name = /^(.+)\.json$/.exec(file)?.[1];
      const record = name === undefined ? null : await this.#recordOf(parent, name);
      if (record !== null && name !== undefined) folders.push({ ...record, name });
    }
    return folders;
  }

  async #recordOf(parent: string, name: string): Promise<KeptRecord | null> {
    const text = await readFile(join(parent, RECORDS, `${name}.json`), "utf8").catch(() => null);
    return text === null ? null : (JSON.parse(text) as KeptRecord);
  }

  /** A reader finds a whole record, or the one before. */
  async #write(parent: string, { name, ...record }: KeptFolder): Promise<void> {
    const made = join(parent, RECORDS, randomUUID());
    await writeFile(made, JSON.stringify(record), { mode: OWN_FILE, flag: "wx" });
    await rename(made, join(parent, RECORDS, `${name}.json`));
  }

  async #removeEnded(parent: string, folder: KeptFolder): Promise<void> {
    if (await this.#isStill(parent, folder)) await this.#remove(parent, folder.name);
  }

  async #remove(parent: string, name: string): Promise<void> {
    await removeFolder(join(parent, name));
    await rm(join(parent, RECORDS, `${name}.json`), { force: true });
  }
}

/** In KB on the disk, as du(1) counts; 0 where there is no such program. */
function sizeOf(path: string): Promise<number> {
  return new Promise((resolve) => {
    execFile("du", ["-skx", "--", path], { timeout: LONGEST_LOOK_MS }, (_, stdout) =>
      resolve(Number(/^\d+/.exec(stdout)?.[0] ?? 0)),
    );
  });
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

function wrong(what: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    `Cannot keep the working folders of runs: ${what}`,
  );
}
