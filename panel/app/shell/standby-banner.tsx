import { Alert, Text } from "@mantine/core";
import { Hourglass } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { ApiAnswer } from "../api/call-api.ts";
import { Time } from "../time/time.tsx";

interface RunnerProps {
  readonly runner: NonNullable<ApiAnswer<"getStandby">["runner"]>;
}

/** Says on every page that this process changes nothing, while another one runs the jobs. */
export function StandbyBanner({ runner }: RunnerProps): ReactElement {
  const { t } = useTranslation();
  return (
    <Alert role="status" color="yellow" variant="light" radius={0} mb="sm" icon={<Hourglass size={16} />}>
      {t("banner.standby")}
      <Runner runner={runner} />
    </Alert>
  );
}

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
