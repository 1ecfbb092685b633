import {
  type Container,
  type JobDefinition,
  JobKind,
  type JobRegistration,
  recurring,
  triggered,
} from "@mojob/core";
import { CodeRunner } from "@mojob/core/engine";

/** The exports that a module of jobs may have besides the jobs. */
interface JobModule {
  /** The container of its classes, or how to make it: the worker's own container stays in the worker's thread. */
  readonly container?: Container | (() => Container | Promise<Container>);
}

type JobClass = Parameters<typeof recurring>[0] & Parameters<typeof triggered>[0];

/** The app and the kind of jobs that are loaded from a module. */
type Loaded = Pick<JobDefinition, "app" | "kind">;

const loaded = new Map<string, Promise<CodeRunner>>();

/** The jobs of an app that a module exports; it is loaded once in each thread. */
export function loadedCode(module: string, { app, kind }: Loaded): Promise<CodeRunner> {
  const id = `${app} ${kind} ${module}`;
  let code = loaded.get(id);
  if (code === undefined) {
    loaded.set(id, (code = load(module, { app, kind })));
    // A module that could not be loaded may be by the next run.
    code.catch(() => loaded.delete(id));
  }
  return code;
}

async function load(module: string, { app, kind }: Loaded): Promise<CodeRunner> {
  const exported = (await import(module)) as Readonly<Record<string, unknown>>;
  const { container = null } = exported as JobModule;
  const jobs = Object.values(exported).flatMap((value) => registrationOf(value, kind) ?? []);
  const code = new CodeRunner(app, jobs, typeof container === "function" ? await container() : container);
  await code.check();
  return code;
}

/** A job by what it is, not by its class: a program may have this package twice. */
function registrationOf(value: unknown, kind: JobKind): JobRegistration | null {
  if (typeof value === "function") {
    const isJob = "options" in value && typeof Reflect.get(value.prototype ?? {}, "execute") === "function";
    if (!isJob) return null;
    return kind === JobKind.Recurring ? recurring(value as JobClass) : triggered(value as JobClass);
  }
  const isDefined = typeof value === "object" && value !== null && "activate" in value && "kind" in value;
  return isDefined && value.kind === kind ? (value as JobRegistration) : null;
}
