"""The first calls of the Python client that openapi-python-client makes of the API document."""

from base64 import b64encode
from os import environ

from gatehouse_client import AuthenticatedClient
from gatehouse_client.api.open_id_connect import request_token
from gatehouse_client.api.people import create_person, list_people
from gatehouse_client.api.scim import get_scim_user
from gatehouse_client.models import EmailBody, NewPersonBody, RequestTokenBody

url, org_id = environ["URL"], environ["ORG_ID"]
basic = b64encode(f"{environ['CLIENT_ID']}:{environ['CLIENT_SECRET']}".encode()).decode()
application = AuthenticatedClient(base_url=url, token=basic, prefix="Basic")
token = request_token.sync(
    client=application,
    body=RequestTokenBody(grant_type="client_credentials", scope="openid"),
).access_token
client = AuthenticatedClient(base_url=url, token=token)
person = create_person.sync(
    org_id,
    client=client,
    body=NewPersonBody(
        user_name="monty",
        given_name="Monty",
        family_name="Python",
        emails=[EmailBody(value="monty@example.com", primary=True)],
    ),
)
people = list_people.sync(org_id, client=client).people
assert [one.user_id for one in people] == [person.user_id], people
print(get_scim_user.sync(org_id, person.user_id, client=client).user_name)
