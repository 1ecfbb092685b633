import { Alert, Text } from "@mantine/core";
import { Hourglass } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { ApiAnswer } from "../api/call-api.ts";
import { useApi } from "../api/use-api.ts";
import { Time } from "../time/time.tsx";

/** The other process may end at any time. */
const POLL_MS = 5000;

/** Says on every page that this process changes nothing, while another one runs the jobs. */
export function StandbyBanner(): ReactElement | null {
  const { t } = useTranslation();
  const { data } = useApi("getStandby", {}, { pollMs: POLL_MS });
  if (data === undefined || data.runner === null) return null;
  return (
    <Alert role="status" color="yellow" variant="light" radius={0} mb="sm" icon={<Hourglass size={16} />}>
      {t("banner.standby")}
      <Runner runner={data.runner} />
    </Alert>
  );
}

type RunnerProps = { readonly runner: NonNullable<ApiAnswer<"getStandby">["runner"]> };

/** The other process, as far as it is known. */
function Runner({ runner: { pid, host, since } }: RunnerProps): ReactElement | null {
  const { t } = useTranslation();
  const names = [pid === null ? null : t("shell.process", { pid }), host].filter((name) => name !== null);
  if (names.length === 0 && since === null) return null;
  return (
    <Text size="xs" c="dimmed">
      {[t("banner.standbyRunner"), ...names].join(" · ")}
      {since !== null && (
        <>
          {" · "}
          {t("banner.standbySince")} <Time at={since} />
        </>
      )}
    </Text>
  );
}
