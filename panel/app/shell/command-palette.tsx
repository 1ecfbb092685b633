import { createSpotlight, Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { useDebouncedValue } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { type KeyboardEvent, type ReactElement, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../api/use-api.ts";
import { StateIcon } from "../ui/state-badge.tsx";
import { usePaletteCommands } from "./palette-commands.tsx";
import { usePaletteJobs } from "./palette-jobs.tsx";
import { usePaletteIncidents, usePaletteNodes } from "./palette-parts.tsx";
import { useSession } from "../session/use-session.ts";
import { sectionsOf } from "./sections.ts";

const [store, palette] = createSpotlight();
const REST_MS = 150;
const RUNS = 6;
/** Shorter texts are part of too many ids. */
const SHORTEST_ID = 4;

/** The action of Enter without a choice: the first that was found. */
function firstAction(): HTMLElement | null {
  return document.querySelector<HTMLElement>("[data-action]");
}

export interface CommandPaletteProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Enter was pressed, and what it opens is not found yet. */
  readonly isEntered: boolean;
  readonly onEntered: (isEntered: boolean) => void;
  /** Called when its own field takes what is typed. */
  readonly onReady: () => void;
  readonly onClose: () => void;
}

/** Ctrl-K: opens pages, jobs, nodes of workflows, open alarms and runs by any part of their names, runs and pauses jobs, switches theme and language. */
export function CommandPalette({
  text,
  onText,
  isEntered,
  onEntered,
  onReady,
  onClose,
}: CommandPaletteProps): ReactElement {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [wanted] = useDebouncedValue(text.trim(), REST_MS);
  const jobs = usePaletteJobs(wanted, text);
  const nodes = usePaletteNodes(wanted);
  const incidents = usePaletteIncidents(wanted);
  const commands = usePaletteCommands();
  const runs = useApi(
    "listInstances",
    { query: { id: wanted, limit: RUNS } },
    { enabled: wanted.length >= SHORTEST_ID, keepPrevious: true },
  );
  useEffect(() => palette.open(), []);
  const isFinding = runs.isFetching || [jobs, nodes, incidents].some((parts) => parts.isFinding);
  const isFound = wanted === text.trim() && !isFinding;
  useEffect(() => {
    if (!isEntered) return;
    const first = firstAction();
    if (first === null && !isFound) return;
    onEntered(false);
    first?.click();
  });
  const keyDown = ({ key, nativeEvent }: KeyboardEvent<HTMLInputElement>): void => {
    if (key !== "Enter" || nativeEvent.isComposing) return;
    if (document.querySelector("[data-action][data-selected]") === null) onEntered(true);
  };

  const { data: session } = useSession();
  const sections = sectionsOf(session);
  const pages: SpotlightActionData[] = [...sections.daily.flat(), ...sections.admin]
    .map(({ section, to, search, Icon }) => ({
      id: section,
      label: t(`shell.${section}`),
      leftSection: <Icon size={16} />,
      onClick: () => void navigate({ to, ...(search !== undefined && { search }) }),
    }))
    .filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()));
  // What was found for an earlier text is shown until the next is there.
  const byWords = ({ label = "", description = "" }: SpotlightActionData): boolean =>
    `${label} ${description}`.toLowerCase().includes(text.trim().toLowerCase());
  const byText = ({ label = "" }: SpotlightActionData): boolean =>
    label.toLowerCase().includes(text.trim().toLowerCase());
  const found: SpotlightActionData[] = (wanted.length >= SHORTEST_ID ? (runs.data?.items ?? []) : [])
    .filter(({ id }) => id.toLowerCase().includes(text.trim().toLowerCase()))
    .map(({ id, jobKey, jobName, state }) => ({
      id: `instance ${id}`,
      label: `${jobName ?? jobKey} · ${t(`state.${state}`)}`,
      description: id,
      leftSection: <StateIcon state={state} size={16} />,
      onClick: () => void navigate({ to: "/runs/$id", params: { id } }),
    }));
  return (
    <Spotlight
      store={store}
      shortcut={null}
      actions={[
        ...pages,
        ...jobs.actions,
        ...nodes.actions.filter(byWords),
        ...found,
        ...incidents.actions,
        ...commands.filter(byText),
      ]}
      // The server has filtered already.
      filter={(_query, actions) => actions}
      query={text}
      onQueryChange={onText}
      onSpotlightClose={onClose}
      nothingFound={t("shell.spotlightNothing")}
      highlightQuery
      transitionProps={{ duration: 0 }}
      searchProps={{
        leftSection: <Search size={16} />,
        onKeyDown: keyDown,
        onFocus: ({ currentTarget }) => {
          currentTarget.setSelectionRange(text.length, text.length);
          onReady();
        },
        placeholder: t("shell.spotlight"),
        "aria-label": t("shell.spotlight"),
      }}
    />
  );
}
