import type { PANEL_SECTIONS } from "@mojob/panel";
import {
  Bell,
  Building2,
  History,
  KeyRound,
  LayoutDashboard,
  ListTree,
  type LucideIcon,
  Repeat2,
  ServerCog,
  Siren,
} from "lucide-react";

/** The places of the navigation, in order; each is a section the server knows. */
export const SECTIONS: readonly {
  readonly section: (typeof PANEL_SECTIONS)[number];
  readonly to:
    | "/overview"
    | "/jobs"
    | "/instances"
    | "/failures"
    | "/incidents"
    | "/workers"
    | "/history"
    | "/secrets"
    | "/tenant";
  readonly Icon: LucideIcon;
}[] = [
  { section: "overview", to: "/overview", Icon: LayoutDashboard },
  { section: "jobs", to: "/jobs", Icon: Repeat2 },
  { section: "instances", to: "/instances", Icon: ListTree },
  { section: "failures", to: "/failures", Icon: Siren },
  { section: "incidents", to: "/incidents", Icon: Bell },
  { section: "workers", to: "/workers", Icon: ServerCog },
  { section: "history", to: "/history", Icon: History },
  { section: "secrets", to: "/secrets", Icon: KeyRound },
  { section: "tenant", to: "/tenant", Icon: Building2 },
];
