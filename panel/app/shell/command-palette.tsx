import { createSpotlight, Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { useDebouncedValue } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { Repeat2, Search } from "lucide-react";
import { type ReactElement, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../api/use-api.ts";
import { SECTIONS } from "./sections.ts";

const [store, palette] = createSpotlight();
const REST_MS = 150;

/** Ctrl-K: pages by name, jobs by whatever the server finds. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [wanted] = useDebouncedValue(text.trim(), REST_MS);
  const jobs = useApi(
    "listJobs",
    { query: { search: wanted, limit: 8 } },
    { enabled: wanted !== "", keepPrevious: true },
  );
  useEffect(() => palette.open(), []);

  const pages: SpotlightActionData[] = SECTIONS.map(({ section, to, Icon }) => ({
    id: section,
    label: t(`shell.${section}`),
    leftSection: <Icon size={16} />,
    onClick: () => void navigate({ to }),
  })).filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()));
  const found: SpotlightActionData[] = (wanted === "" ? [] : (jobs.data?.items ?? [])).map(
    ({ key, options }) => ({
      id: `job ${key}`,
      label: options.name,
      description: key,
      leftSection: <Repeat2 size={16} />,
      onClick: () => void navigate({ to: "/jobs/$key", params: { key } }),
    }),
  );
  return (
    <Spotlight
      store={store}
      shortcut={null}
      actions={[...pages, ...found]}
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
        placeholder: t("shell.spotlight"),
        "aria-label": t("shell.spotlight"),
      }}
    />
  );
}
