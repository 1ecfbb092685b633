/** The words of the banners above every page. */
export const BANNER_EN = {
  debugMode: {
    all: "Debug mode is on: jobs run only when you start them here.",
    recurring: "Debug mode is on: recurring jobs run only when you start them here.",
    triggered: "Debug mode is on: triggered jobs run only when you start them here.",
  },
  standby:
    "This process stands by: another one runs the jobs. Everything can be read here, and changes are refused until it takes over.",
  standbyRunner: "Jobs are run by",
  standbySince: "since",
  tenantSwitch: "Tenant: {{name}}",
} as const;
