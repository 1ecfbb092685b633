/** The pages for somebody who is not signed in, which are loaded together. */
export { NotSignedIn } from "./not-signed-in.tsx";
export { SignInForm } from "./sign-in-form.tsx";
export { WelcomeForm } from "./welcome-form.tsx";
export { StartLinkForm } from "./start-link-form.tsx";
