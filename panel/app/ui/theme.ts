import { createTheme, type CSSVariablesResolver, type MantineThemeOverride } from "@mantine/core";

/** Calm and dense: small type, little rounding, one accent. No font is loaded. */
export const theme: MantineThemeOverride = createTheme({
  primaryColor: "indigo",
  primaryShade: { light: 7, dark: 8 },
  defaultRadius: "sm",
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Noto Sans Mono", monospace',
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.125rem" },
  headings: { fontWeight: "600", sizes: { h1: { fontSize: "1.25rem" }, h2: { fontSize: "1rem" } } },
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: "xs" } },
    TextInput: { defaultProps: { size: "xs" } },
    Textarea: { defaultProps: { size: "xs" } },
    NativeSelect: { defaultProps: { size: "xs" } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray", size: "md" } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    Table: { defaultProps: { verticalSpacing: 6, horizontalSpacing: "sm" } },
  },
});

/** Mantine's own secondary text is too pale for WCAG 2.2 AA on its backgrounds. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "#5a6270",
    "--mantine-color-placeholder": "#6a7280",
    "--mantine-color-gray-text": "#495057",
  },
  dark: {
    "--mantine-color-body": "#16181d",
    "--mantine-color-default": "#1d2027",
    "--mantine-color-default-hover": "#262a33",
    "--mantine-color-default-border": "#343a46",
    "--mantine-color-text": "#d8dce3",
    "--mantine-color-dimmed": "#9aa3b2",
    "--mantine-color-placeholder": "#8a93a3",
    "--mantine-color-gray-text": "#c3cad5",
  },
});

/** The nonce that the server lets style elements bear; the policy allows no others. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.nonce ?? "";
}
