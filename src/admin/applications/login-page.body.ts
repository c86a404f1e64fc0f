import { Flag, OneOf, WordList } from '../../common/http/fields.js';
import { MergePatchOf } from '../../common/http/merge-patch.js';
import { PAGE_BRANDINGS, SIGN_IN_WAYS, type PageBranding, type SignInWay } from '../../oidc/clients/login-page-choices.js';
import { LANGUAGES } from '../../oidc/pages/texts/texts.js';

const optional = true;

class LoginPageChoicesBody {
  @WordList(SIGN_IN_WAYS, {
    description:
      'ways to sign in that the page shows and takes; an unusable one does not count. With `identityProvider` alone and exactly one enabled provider, the browser is redirected there at once',
    optional,
  })
  ways: SignInWay[];
  @Flag({ description: 'whether people may make an account on the way to this application, where the organization lets them', optional })
  registration: boolean;
  @Flag({ description: 'whether a forgotten password is reset on the way to this application', optional }) forgottenPassword: boolean;
  @OneOf(PAGE_BRANDINGS, {
    description: 'whose look the pages have: that of the organization which the request names, or always that of the application’s own',
    optional,
  })
  branding: PageBranding;
  @OneOf(LANGUAGES, {
    description: 'language of the pages where neither person, request nor browser asks for an available one; English by default',
    example: 'de',
    optional,
  })
  language: string;
}

/** In a change, what is absent stays and null is the default again. */
export class LoginPageBody extends MergePatchOf(LoginPageChoicesBody, {
  unsettable: ['ways', 'registration', 'forgottenPassword', 'branding', 'language'],
}) {}
