import type { SpotlightActionData } from "@mantine/spotlight";
import { type Language, incidentText } from "@mojob/core/words";
import { useNavigate } from "@tanstack/react-router";
import { Bell, Workflow } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useApi } from "../api/use-api.ts";
import { useFeature } from "../session/use-feature.ts";
import { useMay } from "../session/use-may.ts";
import { formatInstant, TimeMode } from "../time/format-time.ts";
import { useTimeMode } from "../time/time-mode.tsx";

const FOUND = 5;
/** Shorter texts are part of too many. */
const SHORTEST = 2;

export interface PaletteParts {
  readonly actions: readonly SpotlightActionData[];
  readonly isFinding: boolean;
}

/** Nodes of workflows by their id or title: each leads to the graph, with the node chosen. */
export function usePaletteNodes(wanted: string): PaletteParts {
  const navigate = useNavigate();
  const hasTasks = useFeature("tasks");
  const isWanted = hasTasks && wanted.length >= SHORTEST;
  const nodes = useApi(
    "findTaskNodes",
    { query: { search: wanted, limit: FOUND } },
    { enabled: isWanted, keepPrevious: true },
  );
  const actions = (isWanted ? (nodes.data?.items ?? []) : []).map(({ jobKey, jobName, node, title }) => ({
    id: `node ${jobKey} ${node}`,
    label: title ?? node,
    description: `${jobName} · ${node}`,
    leftSection: <Workflow size={16} />,
    onClick: () =>
      void navigate({ to: "/jobs/$key", params: { key: jobKey }, search: { tab: "task", node } }),
  }));
  return { actions, isFinding: nodes.isFetching };
}

/** Alarms that are open, by the words that they have. */
export function usePaletteIncidents(wanted: string): PaletteParts {
  const { i18n } = useTranslation();
  const { mode } = useTimeMode();
  const navigate = useNavigate();
  const hasAlarms = useFeature("alarms");
  // Whether a text is in an alarm says what stands in it.
  const mayRead = useMay("payloads:read");
  const isWanted = hasAlarms && mayRead && wanted.length >= SHORTEST;
  const incidents = useApi(
    "listIncidents",
    { query: { search: wanted, state: ["open", "acknowledged"], limit: FOUND } },
    { enabled: isWanted, keepPrevious: true },
  );
  const language: Language = i18n.language === "zh" ? "zh" : "en";
  const time = (at: string): string => formatInstant(new Date(at), mode === TimeMode.Utc ? "UTC" : undefined);
  const actions = (isWanted ? (incidents.data?.items ?? []) : []).map((incident) => ({
    id: `incident ${incident.id}`,
    label: incidentText(incident, language, time),
    description: incident.id,
    leftSection: <Bell size={16} />,
    onClick: () => void navigate({ to: "/incidents/$id", params: { id: incident.id } }),
  }));
  return { actions, isFinding: incidents.isFetching };
}
