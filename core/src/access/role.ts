import { ALL_PERMISSIONS, isReading, Permission } from "./permission.ts";

/** The roles that somebody can have in a tenant, or in some of its apps. */
export const Role = {
  /** Looks. */
  Viewer: "viewer",
  /** Starts, cancels, pauses and handles what went wrong. */
  Operator: "operator",
  /** Changes jobs, too. */
  Editor: "editor",
  /** Gives roles and tokens, and changes the tenant, too. */
  Admin: "admin",
  /** Takes runs and ends them, as an executor. */
  Worker: "worker",
} as const;
export type Role = (typeof Role)[keyof typeof Role];

/** Permissions for more than a look: no viewer has them. Payloads are given beside a role, by a flag of its own. */
const NOT_FOR_VIEWERS: ReadonlySet<Permission> = new Set([
  Permission.ReadAudit,
  Permission.ReadMembers,
  Permission.ReadPayloads,
]);

const VIEWER = ALL_PERMISSIONS.filter(
  (permission) => isReading(permission) && !NOT_FOR_VIEWERS.has(permission),
);

const OPERATOR = [
  ...VIEWER,
  Permission.PauseJobs,
  Permission.TriggerRuns,
  Permission.OverrideRuns,
  Permission.CancelRuns,
  Permission.RerunRuns,
  Permission.OperateRuns,
  Permission.DrainWorkers,
  Permission.HandleAlarms,
];

const EDITOR = [
  ...OPERATOR,
  Permission.CreateJobs,
  Permission.EditJobs,
  Permission.EditWork,
  Permission.UseSecrets,
  Permission.DeleteJobs,
  Permission.EditAlarms,
  Permission.EditWorkers,
  Permission.ImportArchives,
];

/**
 * The permissions of each role without a further flag: the one table. An administrator of a tenant may do everything but what is of the
 * whole deployment.
 */
export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  [Role.Viewer]: VIEWER,
  [Role.Operator]: OPERATOR,
  [Role.Editor]: EDITOR,
  [Role.Admin]: ALL_PERMISSIONS.filter((permission) => permission !== Permission.EditDeployment),
  [Role.Worker]: [Permission.RunJobs, Permission.RegisterJobs],
};

export interface RoleFlags {
  /** Whether it reads arguments, results, logs and texts, and not states and times alone. @default true */
  readonly payloads?: boolean;
}

/** The permissions of a role that is given with these flags. */
export function permissionsOf(role: Role, { payloads = true }: RoleFlags = {}): readonly Permission[] {
  const held = ROLE_PERMISSIONS[role].filter((permission) => permission !== Permission.ReadPayloads);
  return payloads && role !== Role.Worker ? [...held, Permission.ReadPayloads] : held;
}
