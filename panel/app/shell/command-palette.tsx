import { createSpotlight, Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { useDebouncedValue } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { type KeyboardEvent, type ReactElement, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../api/use-api.ts";
import { StateIcon } from "../ui/state-badge.tsx";
import { usePaletteCommands } from "./palette-commands.tsx";
import { usePaletteJobs } from "./palette-jobs.tsx";
import { SECTIONS } from "./sections.ts";

const [store, palette] = createSpotlight();
const REST_MS = 150;
const RUNS = 6;
/** Shorter texts are part of too many ids. */
const SHORTEST_ID = 4;

/** Enter without a choice means the first of what was found. */
function chooseFirst({ key, nativeEvent }: KeyboardEvent<HTMLInputElement>): void {
  if (key !== "Enter" || nativeEvent.isComposing) return;
  if (document.querySelector("[data-action][data-selected]") !== null) return;
  document.querySelector<HTMLElement>("[data-action]")?.click();
}

/** Ctrl-K: opens pages, jobs and runs by any part of their id, runs and pauses jobs, switches theme and language. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [wanted] = useDebouncedValue(text.trim(), REST_MS);
  const jobs = usePaletteJobs(wanted, text);
  const commands = usePaletteCommands();
  const runs = useApi(
    "listInstances",
    { query: { id: wanted, limit: RUNS } },
    { enabled: wanted.length >= SHORTEST_ID, keepPrevious: true },
  );
  useEffect(() => palette.open(), []);

  const pages: SpotlightActionData[] = SECTIONS.map(({ section, to, Icon }) => ({
    id: section,
    label: t(`shell.${section}`),
    leftSection: <Icon size={16} />,
    onClick: () => void navigate({ to }),
  })).filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()));
  const byText = ({ label = "" }: SpotlightActionData): boolean =>
    label.toLowerCase().includes(text.trim().toLowerCase());
  const found: SpotlightActionData[] = (wanted.length >= SHORTEST_ID ? (runs.data?.items ?? []) : [])
    .filter(({ id }) => id.toLowerCase().includes(text.trim().toLowerCase()))
    .map(({ id, jobKey, jobName, state }) => ({
      id: `instance ${id}`,
      label: `${jobName ?? jobKey} · ${t(`state.${state}`)}`,
      description: id,
      leftSection: <StateIcon state={state} size={16} />,
      onClick: () => void navigate({ to: "/instances/$id", params: { id } }),
    }));
  return (
    <Spotlight
      store={store}
      shortcut={null}
      actions={[...pages, ...jobs, ...found, ...commands.filter(byText)]}
      // The server has filtered already.
      filter={(_query, actions) => actions}
      query={text}
      onQueryChange={setText}
      onSpotlightClose={onClose}
      nothingFound={t("shell.spotlightNothing")}
      highlightQuery
      transitionProps={{ duration: 0 }}
      searchProps={{
        leftSection: <Search size={16} />,
        onKeyDown: chooseFirst,
        placeholder: t("shell.spotlight"),
        "aria-label": t("shell.spotlight"),
      }}
    />
  );
}
