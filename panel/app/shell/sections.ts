import type { PANEL_SECTIONS } from "@mojob/panel";
import {
  Archive,
  Bell,
  Building2,
  CalendarCheck,
  CalendarDays,
  CalendarOff,
  ChartNoAxesCombined,
  CircleUserRound,
  History,
  Inbox,
  KeyRound,
  LayoutDashboard,
  ListTree,
  type LucideIcon,
  Repeat2,
  ServerCog,
  ShieldCheck,
  Siren,
  Ticket,
  Workflow,
} from "lucide-react";
import { type FeatureName, hasFeature } from "../session/use-feature.ts";
import { mayIn } from "../session/use-may.ts";
import type { Session } from "../session/use-session.ts";

/** A place of the navigation. */
export interface Section {
  readonly section:
    | Exclude<(typeof PANEL_SECTIONS)[number], "account" | "deployment" | "welcome">
    | "workflows";
  readonly to:
    | "/overview"
    | "/jobs"
    | "/runs"
    | "/inbox"
    | "/failures"
    | "/incidents"
    | "/workers"
    | "/calendar"
    | "/reports"
    | "/windows"
    | "/calendars"
    | "/history"
    | "/archives"
    | "/secrets"
    | "/people"
    | "/tokens"
    | "/tenant"
    | "/protection";
  /** Narrows what the place lists. @default all of it */
  readonly search?: { readonly work: "task" };
  readonly Icon: LucideIcon;
  /** Whose pages these are. @default every scheduler has them */
  readonly feature?: FeatureName;
  /** Whether somebody has a use for it. @default everybody */
  readonly isFor?: (session: Session) => boolean;
}

/** Pages that belong together: the menu leads to the first of them that is there, and each to the others. */
export type Room = readonly Section[];

/** Where the work of a day is, in the order of the navigation. */
const DAILY: readonly Room[] = [
  [{ section: "overview", to: "/overview", Icon: LayoutDashboard }],
  [{ section: "jobs", to: "/jobs", Icon: Repeat2 }],
  [{ section: "workflows", to: "/jobs", search: { work: "task" }, Icon: Workflow, feature: "tasks" }],
  [{ section: "runs", to: "/runs", Icon: ListTree }],
  [
    { section: "inbox", to: "/inbox", Icon: Inbox, feature: "tasks" },
    { section: "failures", to: "/failures", Icon: Siren },
    { section: "incidents", to: "/incidents", Icon: Bell, feature: "alarms" },
  ],
  [{ section: "workers", to: "/workers", Icon: ServerCog }],
  [
    { section: "reports", to: "/reports", Icon: ChartNoAxesCombined, feature: "reports" },
    { section: "calendar", to: "/calendar", Icon: CalendarDays, feature: "forecast" },
    { section: "windows", to: "/windows", Icon: CalendarOff, feature: "windows" },
    { section: "history", to: "/history", Icon: History },
  ],
];

/** What is set up once and looked up now and then. */
const ADMIN: readonly Section[] = [
  { section: "calendars", to: "/calendars", Icon: CalendarCheck, feature: "calendars" },
  { section: "archives", to: "/archives", Icon: Archive, feature: "exports" },
  { section: "secrets", to: "/secrets", Icon: KeyRound },
  {
    section: "people",
    to: "/people",
    Icon: CircleUserRound,
    isFor: (session) => session.hasPeople && mayIn(session, "members:read", undefined),
  },
  {
    section: "tokens",
    to: "/tokens",
    Icon: Ticket,
    isFor: (session) =>
      session.hasPeople && (session.account !== null || mayIn(session, "tokens:edit", undefined)),
  },
  { section: "tenant", to: "/tenant", Icon: Building2 },
  {
    section: "protection",
    to: "/protection",
    Icon: ShieldCheck,
    isFor: ({ permissions, hasProtection }) => hasProtection && permissions.includes("deployment:edit"),
  },
];

export interface Sections {
  readonly daily: readonly Room[];
  readonly admin: readonly Section[];
}

/** Those that the reader has a use for, the daily ones by themselves. */
export function sectionsOf(session: Session | undefined): Sections {
  const isShown = ({ feature, isFor }: Section): boolean =>
    (feature === undefined || hasFeature(session, feature)) &&
    (isFor === undefined || (session !== undefined && isFor(session)));
  const daily = DAILY.map((room) => room.filter(isShown)).filter(({ length }) => length > 0);
  return { daily, admin: ADMIN.filter(isShown) };
}
