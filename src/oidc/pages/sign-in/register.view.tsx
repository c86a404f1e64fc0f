import type { VNode } from 'preact';
import type { PasswordPolicy } from '../../../users/organizations/policies/policy-kinds.js';
import { FaultSummary, NewPasswordField, TextField } from '../layout/fields.view.js';
import { Page, PageError, renderPage, Strong, Ways, type PageContext } from '../layout/page.view.js';

export interface RegisterProps {
  action: string;
  /** The address of the sign-in. */
  back: string;
  application: string;
  givenName: string;
  familyName: string;
  email: string;
  policy: PasswordPolicy;
  error?: string | undefined;
  /** The field with the error. */
  errorField?: Field | undefined;
}

type Field = 'givenName' | 'familyName' | 'email' | 'password';

/** Asks for the data of a new account. */
export function renderRegisterPage(pageContext: PageContext, props: RegisterProps): string {
  return renderPage(<RegisterPage pageContext={pageContext} {...props} />);
}

const MAX_NAME = 200;
const MAX_EMAIL = 200;

function RegisterPage({
  pageContext,
  action,
  back,
  application,
  policy,
  error,
  errorField,
  ...typed
}: RegisterProps & { pageContext: PageContext }): VNode {
  const { texts } = pageContext;
  const at = (field: RegisterProps['errorField']) => (errorField === field ? error : undefined);
  const labelOf = (field: Field) => texts.t(field === 'password' ? 'login.password' : `register.${field}`);
  const first = errorField ?? 'givenName';
  return (
    <Page pageContext={pageContext} title={texts.t('register.title')} again={{ action, hidden: typed }}>
      <p class="lead">
        <Strong texts={texts} name="login.to" value={{ application }} />
      </p>
      {errorField === undefined && <PageError>{error}</PageError>}
      <FaultSummary
        texts={texts}
        faults={errorField ? [{ field: errorField === 'password' ? 'newPassword' : errorField, label: labelOf(errorField) }] : []}
      />
      <form method="post" action={action}>
        <div class="pair">
          {(['givenName', 'familyName'] as const).map((name) => (
            <TextField
              key={name}
              name={name}
              label={texts.t(`register.${name}`)}
              value={typed[name]}
              autocomplete={name === 'givenName' ? 'given-name' : 'family-name'}
              maxlength={MAX_NAME}
              fault={at(name)}
              autofocus={name === first}
            />
          ))}
        </div>
        <TextField
          name="email"
          type="email"
          label={texts.t('register.email')}
          value={typed.email}
          autocomplete="email"
          maxlength={MAX_EMAIL}
          fault={at('email')}
          autofocus={first === 'email'}
        />
        <NewPasswordField
          texts={texts}
          policy={policy}
          label={texts.t('login.password')}
          fault={at('password')}
          autofocus={first === 'password'}
        />
        <button type="submit">{texts.t('register.submit')}</button>
      </form>
      <Ways>
        <p>
          <a href={back}>{texts.t('register.back')}</a>
        </p>
      </Ways>
    </Page>
  );
}
