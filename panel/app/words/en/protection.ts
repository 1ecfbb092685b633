export const PROTECTION_EN = {
  title: "Protection",
  explanation: "What protects this installation, what is off, and the variable that switches it on.",
  where: "Variables are read when a process starts.",
  none: "There is none",
  group: {
    open: "Dangerous as it is",
    off: "Off",
    on: "On",
  },
  groupHint: {
    open: "With what else is set, this lets others in or lets them listen.",
    off: "Not dangerous with what else is set. Switch it on where you can.",
    on: "Nothing to do.",
  },
  setting: "Variable",
  settingOf: { second_factor: "Each of them adds it under My account", audit: "It is always on" },
  name: {
    sign_in: "Sign-in",
    people: "People with names",
    provider: "Identity provider",
    second_factor: "Second factor of superadmins",
    binding: "This machine alone",
    tls: "TLS",
    trusted_proxies: "Trusted proxies",
    cors: "Pages of other sites",
    executors: "Signed calls of executors",
    http_registration: "Registration by calls",
    scripts: "Sandbox of scripts",
    commands: "Programs",
    http_jobs: "Hosts of HTTP jobs",
    notice_jobs: "Hosts of notices",
    secrets: "Sealed secrets",
    quotas: "Limits of runs",
    audit: "Audit",
  },
  means: {
    sign_in:
      "Nobody gets in without a token, a name or the link of the start. While it is off, every user and program of the machine may do everything.",
    people:
      "People sign in by name and have roles, so that the audit says who did what. One token for all says it of nobody.",
    provider: "People sign in at your identity provider: who leaves the company loses access there.",
    second_factor:
      "A password alone is not enough for somebody who may do everything. It is off while somebody lacks it, or while there are no people.",
    binding:
      "Only programs of the same machine, such as a proxy, reach the port. Name a loopback address such as 127.0.0.1.",
    tls: "Browsers reach the panel over https and come back over it alone. A proxy in front ends TLS; the variable is its https address.",
    trusted_proxies:
      "Wrong sign-ins are counted by the address of the caller and not by that of the proxy. List only your proxies; every address is none.",
    cors: "No pages of other sites may call the API, or only those you list. List https addresses only.",
    executors:
      "Calls of executors in other languages are signed: a token that leaks is of no use. It is on where none are served.",
    http_registration: "No job is made by a call of a worker; those that reach the store register there.",
    scripts:
      "Scripts run without a network and cannot write outside their folder. Without it they may do what the worker may do.",
    commands: "Jobs start no programs on the worker. It is off while some are listed.",
    http_jobs:
      "HTTP jobs reach the listed hosts alone, so that who edits a job cannot reach others. It is on where none are sent.",
    notice_jobs: "Notices go to the listed hosts alone. It is on where none are sent.",
    secrets:
      "Jobs have passwords and keys as secrets, which are stored encrypted. While it is off, there are no secrets.",
    quotas: "A tenant cannot start more runs than you allow. The other quotas always have a limit.",
    audit:
      "Every change and every refusal leaves an entry. An entry is written right after its change; that of a job, with it. MOJOB_AUDIT=strict writes it first, and changes nothing where that fails.",
  },
} as const;
