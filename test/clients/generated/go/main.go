// The first calls of the Go client that oapi-codegen makes of the API document.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"gatehouse/clients/api"
)

func main() {
	ctx, url, orgID := context.Background(), os.Getenv("URL"), os.Getenv("ORG_ID")
	anonymous := must(api.NewClientWithResponses(url))
	scope := "openid"
	asked := must(anonymous.RequestTokenWithFormdataBodyWithResponse(ctx,
		api.RequestTokenFormdataRequestBody{GrantType: "client_credentials", Scope: &scope},
		func(_ context.Context, request *http.Request) error {
			request.SetBasicAuth(os.Getenv("CLIENT_ID"), os.Getenv("CLIENT_SECRET"))
			return nil
		}))
	token := asked.JSON200.AccessToken
	client := must(api.NewClientWithResponses(url, api.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token)
		return nil
	})))
	primary := true
	person := must(client.CreatePersonWithResponse(ctx, orgID, nil, api.NewPersonBody{
		UserName: "gopher", GivenName: "Go", FamilyName: "Pher",
		Emails: []api.EmailBody{{Value: "gopher@example.com", Primary: &primary}},
	})).JSON201
	people := must(client.ListPeopleWithResponse(ctx, orgID, nil)).JSON200.People
	if len(people) != 1 || people[0].UserId != person.UserId {
		panic(fmt.Sprintf("the list has %v", people))
	}
	fmt.Println(*must(client.GetScimUserWithResponse(ctx, orgID, person.UserId, nil)).ApplicationscimJSON200.UserName)
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
