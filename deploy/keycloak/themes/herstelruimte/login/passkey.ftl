<#-- The form that signs in with a passkey. It shows itself where the browser can do that (js/passkey.js). -->
<#macro form failed main=false>
  <form id="webauth" action="${url.loginAction}" method="post" data-passkey="use" data-challenge="${challenge}" data-host="${rpId}" data-known="<#if authenticators??><#list authenticators.authenticators as one>${one.credentialId}<#sep>,</#list></#if>"<#if !main> hidden</#if>>
    <#list ["clientDataJSON", "authenticatorData", "signature", "credentialId", "userHandle"] as part>
    <input type="hidden" name="${part}">
    </#list>
    <p class="msg-error" role="alert" data-failed="${failed}" data-unable="<#if main>${msg("webauthn-unsupported-browser-text")}</#if>" hidden></p>
    <p class="buttons"><button class="btn" id="passkey" type="submit" hidden>${msg("webauthn-doAuthenticate")}</button></p>
  </form>
</#macro>
